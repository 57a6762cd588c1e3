-- What lists and documents tell of a person beside their register: written from the definitions (`personal` of each area) whenever a database is
-- prepared, and read by the function below alone. So a new document needs no migration to be forgotten.
CREATE TABLE prumo_copia_pessoal (
	"de" text NOT NULL,
	"recurso" text NOT NULL,
	"campo" text NOT NULL,
	"documento" text,
	"pessoa" text,
	"campos" text[] NOT NULL,
	PRIMARY KEY ("de", "recurso", "campo")
);
REVOKE ALL ON prumo_copia_pessoal FROM prumo_app;

-- As in 0028. What names a person through a document is found by what its history noted too: such lines come and go.
CREATE OR REPLACE FUNCTION prumo_anonimiza_auditoria(nome text, registro int, pessoais text[]) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
DECLARE
  copia public.prumo_copia_pessoal;
BEGIN
  IF NOT public.prumo_foi_anonimizado(nome, registro) THEN
    RAISE EXCEPTION 'not anonymised' USING ERRCODE = '42501';
  END IF;
  UPDATE public.auditoria SET campos = public.prumo_sem_valores(campos, pessoais) WHERE recurso = nome AND registro_id = registro;
  UPDATE public.auditoria SET campos = public.prumo_sem_valores(campos, NULL) WHERE pai = nome AND pai_id = registro;
  FOR copia IN SELECT * FROM public.prumo_copia_pessoal WHERE de = nome LOOP
    IF copia.documento IS NULL THEN
      EXECUTE format('UPDATE public.auditoria SET campos = public.prumo_sem_valores(campos, $1)
        WHERE recurso = $2 AND registro_id IN (SELECT id FROM public.%I WHERE %I = $3)', copia.recurso, copia.campo)
      USING copia.campos, copia.recurso, registro;
    ELSE
      EXECUTE format('UPDATE public.auditoria SET campos = public.prumo_sem_valores(campos, $1)
        WHERE recurso = $2 AND registro_id IN (
          SELECT a.registro_id FROM public.auditoria a CROSS JOIN LATERAL jsonb_array_elements(a.campos) c
          WHERE a.recurso = $2 AND c ->> ''campo'' = $4
            AND coalesce(c ->> ''para'', c ->> ''de'') IN (SELECT id::text FROM public.%1$I WHERE %2$I = $3)
          UNION ALL SELECT x.id FROM public.%3$I x JOIN public.%1$I d ON d.id = x.%4$I WHERE d.%2$I = $3)',
        copia.documento, copia.pessoa, copia.recurso, copia.campo)
      USING copia.campos, copia.recurso, registro, copia.campo;
    END IF;
  END LOOP;
END $$;
