-- The trail of changes in a few bytes: what a record was made with is told by how it differs from what every new one of its kind begins with, which is
-- stored once (`auditoria_molde`, written whenever a database is prepared). Entries of before stay as they are; `prumo_campos` tells both as one.
CREATE TABLE auditoria_molde (
	"molde" text PRIMARY KEY,
	"recurso" text NOT NULL,
	"campos" text[] NOT NULL,
	"valores" jsonb NOT NULL
);
REVOKE INSERT, UPDATE, DELETE, TRUNCATE ON auditoria_molde FROM prumo_app;
ALTER TABLE auditoria ADD COLUMN compacto text, ALTER COLUMN campos DROP NOT NULL, ALTER COLUMN campos DROP DEFAULT;

-- The changes of an entry, `[{campo, de, para}]`. Compact ones begin with the number of their mould and what they tell: `+` values of what was made, `-` of
-- what was deleted, `=` what was before and after. Fields go by their place in the mould, others by name; under `~` both sides are told whatever the entry is of.
CREATE FUNCTION prumo_campos(campos jsonb, compacto text) RETURNS jsonb
LANGUAGE sql STABLE PARALLEL SAFE SET search_path = pg_catalog, public AS $$
  SELECT CASE WHEN compacto IS NULL THEN campos ELSE (
    WITH molde AS (SELECT m.campos AS nomes, m.valores FROM public.auditoria_molde m WHERE m.molde = left(compacto, 10)),
    dito AS (SELECT key, value FROM jsonb_each(substr(compacto, 12)::jsonb)),
    todo AS (
      SELECT key, value FROM dito
      UNION ALL
      SELECT i::text, v FROM molde, jsonb_array_elements(molde.valores) WITH ORDINALITY AS e (v, i)
      WHERE substr(compacto, 11, 1) <> '=' AND v <> 'null' AND NOT EXISTS (SELECT FROM dito d WHERE d.key IN (i::text, '~' || i::text))
    ),
    mudou AS (
      SELECT ltrim(key, '~') AS nome,
        CASE WHEN key LIKE '~%' OR substr(compacto, 11, 1) = '=' THEN value -> 0 WHEN substr(compacto, 11, 1) = '-' THEN value ELSE 'null' END AS de,
        CASE WHEN key LIKE '~%' OR substr(compacto, 11, 1) = '=' THEN value -> 1 WHEN substr(compacto, 11, 1) = '+' THEN value ELSE 'null' END AS para
      FROM todo
    )
    SELECT coalesce(jsonb_agg(jsonb_build_object('campo', campo, 'de', de, 'para', para) ORDER BY lugar, campo), '[]') FROM (
      SELECT CASE WHEN nome ~ '^[0-9]+$' THEN (SELECT nomes[nome::int] FROM molde) ELSE nome END AS campo,
        CASE WHEN nome ~ '^[0-9]+$' THEN nome::int END AS lugar, de, para
      FROM mudou
      WHERE de <> 'null' OR para <> 'null'
    ) um
  ) END
$$;
REVOKE EXECUTE ON FUNCTION prumo_campos(jsonb, text) FROM public;
GRANT EXECUTE ON FUNCTION prumo_campos(jsonb, text) TO prumo_app;

-- As before; an entry whose values are blanked is written out.
CREATE OR REPLACE FUNCTION prumo_anonimiza_auditoria(nome text, registro int, pessoais text[]) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
DECLARE
  copia public.prumo_copia_pessoal;
BEGIN
  IF NOT public.prumo_foi_anonimizado(nome, registro) THEN
    RAISE EXCEPTION 'not anonymised' USING ERRCODE = '42501';
  END IF;
  UPDATE public.auditoria SET campos = public.prumo_sem_valores(public.prumo_campos(campos, compacto), pessoais), compacto = NULL
  WHERE recurso = nome AND registro_id = registro;
  UPDATE public.auditoria SET campos = public.prumo_sem_valores(public.prumo_campos(campos, compacto), NULL), compacto = NULL
  WHERE pai = nome AND pai_id = registro;
  FOR copia IN SELECT * FROM public.prumo_copia_pessoal WHERE de = nome LOOP
    IF copia.documento IS NULL THEN
      EXECUTE format('UPDATE public.auditoria SET campos = public.prumo_sem_valores(public.prumo_campos(campos, compacto), $1), compacto = NULL
        WHERE recurso = $2 AND registro_id IN (SELECT id FROM public.%I WHERE %I = $3)', copia.recurso, copia.campo)
      USING copia.campos, copia.recurso, registro;
    ELSE
      EXECUTE format('UPDATE public.auditoria SET campos = public.prumo_sem_valores(public.prumo_campos(campos, compacto), $1), compacto = NULL
        WHERE recurso = $2 AND registro_id IN (
          SELECT a.registro_id FROM public.auditoria a CROSS JOIN LATERAL jsonb_array_elements(public.prumo_campos(a.campos, a.compacto)) c
          WHERE a.recurso = $2 AND c ->> ''campo'' = $4
            AND coalesce(c ->> ''para'', c ->> ''de'') IN (SELECT id::text FROM public.%1$I WHERE %2$I = $3)
          UNION ALL SELECT x.id FROM public.%3$I x JOIN public.%1$I d ON d.id = x.%4$I WHERE d.%2$I = $3)',
        copia.documento, copia.pessoa, copia.recurso, copia.campo)
      USING copia.campos, copia.recurso, registro, copia.campo;
    END IF;
  END LOOP;
END $$;

CREATE OR REPLACE FUNCTION prumo_anonimiza_auditoria_anexo(nome text, registro int, anexo int) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
BEGIN
  IF NOT public.prumo_foi_anonimizado(nome, registro) THEN
    RAISE EXCEPTION 'not anonymised' USING ERRCODE = '42501';
  END IF;
  UPDATE public.auditoria SET campos = '[]', compacto = NULL WHERE recurso = 'anexo' AND registro_id = anexo;
END $$;
