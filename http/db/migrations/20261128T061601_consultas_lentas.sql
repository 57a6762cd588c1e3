-- Statements that took longer than CONSULTA_LENTA_MS, of all server processes: the last thousand. Their texts hold no values.
CREATE TABLE consulta_lenta (
	"id" bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
	"dh" timestamptz NOT NULL,
	"recurso" text NOT NULL,
	"verbo" text NOT NULL,
	"ms" integer NOT NULL,
	"texto" text NOT NULL
);
INSERT INTO configuracao (name, type, value, descricao) VALUES
  ('CONSULTA_LENTA_MS', 'number', '500', 'A partir de quantos milissegundos uma consulta ao banco é anotada como lenta; 0: nenhuma')
ON CONFLICT (name) DO NOTHING;
