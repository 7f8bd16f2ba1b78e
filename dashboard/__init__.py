"""What the pages share: the frame around each page, bound widgets, chart builders, wording, links and CSV export.

Chart builders return figures and draw nothing; wording functions return text. Only `frame`, `choices`, `show` and
`copy_link` call Streamlit.
"""
