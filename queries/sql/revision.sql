-- The state of the catalogue and of the game's data, with the sources of an edition.
SELECT
    revision.edition,
    revision.revision,
    revision.dataslate,
    string_agg(source.name || ' ' || source.version, ', ' ORDER BY source.source_id) AS sources
FROM revision
LEFT JOIN source ON source.edition IN (revision.edition, 'both')
WHERE revision.edition = $edition
GROUP BY ALL
