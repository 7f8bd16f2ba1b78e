"""What the pages share: the frame around each page, forms, views of answers, charts, wording, links and exports.

Modules named after a chart, a table or a view return figures and frames and draw nothing; wording functions return
text. Streamlit is called by the frame, by forms and choices, by the address, and by `show`.
"""
