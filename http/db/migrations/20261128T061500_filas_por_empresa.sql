-- Work may belong to a queue, whose work is done one at a time: so one company's tasks keep no other's waiting. Programs of before name none.
DROP FUNCTION prumo_enfileira(text, json, text, int, timestamptz);
CREATE FUNCTION prumo_enfileira(nome text, dados json, chave text, tentativas int, quando timestamptz, fila text DEFAULT NULL) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
BEGIN
  PERFORM graphile_worker.add_job(identifier => nome, payload => dados, queue_name => fila, job_key => chave, max_attempts => tentativas, run_at => quando);
END $$;
REVOKE EXECUTE ON FUNCTION prumo_enfileira(text, json, text, int, timestamptz, text) FROM public;
GRANT EXECUTE ON FUNCTION prumo_enfileira(text, json, text, int, timestamptz, text) TO prumo_app;
