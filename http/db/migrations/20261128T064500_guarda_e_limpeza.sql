-- How long what is told about the past is kept, as settings; 0 keeps it. Fiscal documents and ledgers are no part of this: they are never deleted.
INSERT INTO configuracao (name, type, value, descricao) VALUES
  ('GUARDA_HISTORICO_DIAS', 'number', '0', 'Por quantos dias o histórico de alterações é guardado, 1826 (5 anos) ou mais; 0: sempre'),
  ('GUARDA_EMAILS_DIAS', 'number', '0', 'Por quantos dias os e-mails que foram enviados ou falharam são guardados, 30 ou mais; 0: sempre'),
  ('GUARDA_AVISOS_DIAS', 'number', '0', 'Por quantos dias se guarda quem foi avisado do quê, 365 ou mais; 0: sempre'),
  ('GUARDA_RESPOSTAS_HORAS', 'number', '24', 'Por quantas horas uma chamada repetida recebe a mesma resposta, de 24 a 720'),
  ('GUARDA_COMUNICACOES_DIAS', 'number', '30', 'Por quantos dias as comunicações respondidas são guardadas, 7 ou mais'),
  ('GUARDA_COMUNICACOES_FALHAS_DIAS', 'number', '90', 'Por quantos dias as comunicações desistidas são guardadas, 30 ou mais')
ON CONFLICT (name) DO NOTHING;

-- The trail is added to and never changed by the application. What is older than five years (Código Tributário Nacional, arts. 173 and 174), and never anything newer,
-- is deleted by this alone: a batch, answering how many entries went.
CREATE FUNCTION prumo_limpa_auditoria(antes timestamptz, quantas int) RETURNS int
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
DECLARE
  foram int;
BEGIN
  IF antes > now() - interval '1826 days' THEN
    RAISE EXCEPTION 'too young to go' USING ERRCODE = '42501';
  END IF;
  DELETE FROM public.auditoria WHERE ctid = ANY (ARRAY(SELECT a.ctid FROM public.auditoria a WHERE a.dh < antes LIMIT quantas));
  GET DIAGNOSTICS foram = ROW_COUNT;
  RETURN foram;
END $$;
REVOKE EXECUTE ON FUNCTION prumo_limpa_auditoria(timestamptz, int) FROM public;
GRANT EXECUTE ON FUNCTION prumo_limpa_auditoria(timestamptz, int) TO prumo_app;

-- Rows that change at every call, every posting or every try leave a dead version each time. By the usual rule a table is cleaned only when a fifth of it is dead, which
-- in a table of millions is hundreds of thousands of pages that every scan reads past: these are cleaned at one part in fifty, and their pages keep room, so that the
-- next version of a row lies beside it and no index has to be told.
ALTER TABLE sessao SET (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 500);
ALTER TABLE idempotencia SET (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 500);
ALTER TABLE limite_uso SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 500);
ALTER TABLE troca SET (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 500);
ALTER TABLE tarefa SET (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 500);
ALTER TABLE mercadoria_saldo SET (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 500);
-- A few rows that every numbered document locks and changes: cleaned as soon as a hundred versions are dead, however many rows there are.
ALTER TABLE numeracao SET (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 100);
ALTER TABLE medida_chamada SET (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_threshold = 500);
-- These are only added to: what they need is that new pages are marked as seen by all, for reads of indexes alone, and that the planner knows of the newest days.
ALTER TABLE auditoria SET (autovacuum_vacuum_insert_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.02);
ALTER TABLE movimento_estoque SET (autovacuum_vacuum_insert_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.02);
ALTER TABLE movimento_financeiro SET (autovacuum_vacuum_insert_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.02);
