-- How large each table was, a row a day: what it grew by is what an administrator asks.
CREATE TABLE medida_tabela (
	"dia" date NOT NULL,
	"tabela" text NOT NULL,
	"bytes" bigint NOT NULL,
	PRIMARY KEY ("tabela", "dia")
);

-- What the queue of jobs holds, by kind. It belongs to its library, whose tables the application may not read: it is told counts, and nothing that a job was given.
CREATE FUNCTION prumo_trabalhos() RETURNS TABLE (nome text, esperam bigint, andam bigint, falharam bigint, falhou_em timestamptz)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, public AS $$
BEGIN
  RETURN QUERY
    SELECT t.identifier, count(*) FILTER (WHERE j.locked_at IS NULL AND j.attempts < j.max_attempts), count(j.locked_at),
      count(*) FILTER (WHERE j.locked_at IS NULL AND j.attempts >= j.max_attempts),
      max(j.updated_at) FILTER (WHERE j.locked_at IS NULL AND j.attempts >= j.max_attempts)
    FROM graphile_worker._private_jobs j JOIN graphile_worker._private_tasks t ON t.id = j.task_id
    GROUP BY t.identifier;
END $$;

-- Tries the jobs of a kind again that were given up, a hundred at most; answers how many.
CREATE FUNCTION prumo_retoma(nome text) RETURNS int
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
DECLARE
  desistidos bigint[];
BEGIN
  SELECT array_agg(id) INTO desistidos FROM (
    SELECT j.id FROM graphile_worker._private_jobs j JOIN graphile_worker._private_tasks t ON t.id = j.task_id
    WHERE t.identifier = nome AND j.locked_at IS NULL AND j.attempts >= j.max_attempts ORDER BY j.id DESC LIMIT 100) d;
  IF desistidos IS NULL THEN
    RETURN 0;
  END IF;
  RETURN (SELECT count(*) FROM graphile_worker.reschedule_jobs(desistidos, run_at => clock_timestamp(), attempts => 0));
END $$;
REVOKE EXECUTE ON FUNCTION prumo_trabalhos(), prumo_retoma(text) FROM public;
GRANT EXECUTE ON FUNCTION prumo_trabalhos(), prumo_retoma(text) TO prumo_app;
