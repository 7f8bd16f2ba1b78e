-- TABLE_NAME stands for the file's own name, checked before it is put in.
CREATE TABLE TABLE_NAME AS SELECT * FROM read_parquet($file)
