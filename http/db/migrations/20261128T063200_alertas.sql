-- What needs a person, and was told by mail: once when it begins, once when it is over.
CREATE TABLE alerta (
	"id" bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
	"empresa_id" integer REFERENCES empresa ("id") ON DELETE CASCADE,
	"tipo" text NOT NULL,
	"chave" text NOT NULL,
	"texto" text NOT NULL,
	"dhInicio" timestamptz NOT NULL,
	"dhFim" timestamptz
);
CREATE UNIQUE INDEX alerta_aberto_uk ON alerta ("tipo", "chave", coalesce("empresa_id", 0)) WHERE "dhFim" IS NULL;
INSERT INTO configuracao (name, type, value, descricao) VALUES
  ('ALERTA_EMAILS', 'text', NULL, 'Quem recebe os alertas do servidor, separados por ponto e vírgula; vazio: os administradores'),
  ('ALERTA_DESLIGADOS', 'text', NULL, 'Alertas desligados, separados por ponto e vírgula: servico; trabalho; comunicacao; certificado; disco; tabela; copia'),
  ('ALERTA_SERVICO_MIN', 'number', '30', 'Depois de quantos minutos sem resposta um serviço externo é motivo de alerta'),
  ('ALERTA_CERTIFICADO_DIAS', 'number', '30', 'Quantos dias antes de vencer um certificado é motivo de alerta'),
  ('ALERTA_DISCO_GB', 'number', '5', 'Com menos de quantos GB livres o disco é motivo de alerta'),
  ('ALERTA_TABELA_GB', 'number', '5', 'A partir de quantos GB em 7 dias o crescimento de uma tabela é motivo de alerta'),
  ('ALERTA_COPIA_HORAS', 'number', '48', 'Depois de quantas horas sem cópia de segurança há motivo de alerta')
ON CONFLICT (name) DO NOTHING;
