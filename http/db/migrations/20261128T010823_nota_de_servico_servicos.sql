-- Of two rates of a city that said the same of all services, the one that was entered last is kept.
DELETE FROM "nfse_municipio" a USING "nfse_municipio" b
  WHERE a."cTribNac" IS NULL AND b."cTribNac" IS NULL AND a."cMun" = b."cMun" AND a."dInicio" = b."dInicio" AND a.id < b.id;
UPDATE "nfse_municipio" SET "cTribNac" = '' WHERE "cTribNac" IS NULL;
ALTER TABLE "nfse_municipio" ALTER COLUMN "cTribNac" SET DEFAULT '';
ALTER TABLE "nfse_municipio" ALTER COLUMN "cTribNac" SET NOT NULL;
ALTER TABLE "nfse" ADD COLUMN "servicos" jsonb;
-- Notes that are signed already: the services of their order with the codes of the one that they name.
UPDATE "nfse" n SET "servicos" = (
  SELECT jsonb_agg(DISTINCT l.servico_id) FROM "ordem_servico_servico" l
    JOIN "servico" s ON s.id = l.servico_id JOIN "servico" o ON o.id = n.servico_id
    WHERE l.ordem_servico_id = n.ordem_servico_id AND l."vTotal" > 0
      AND coalesce(s."cTribNac", '') = coalesce(o."cTribNac", '') AND coalesce(s."cTribMun", '') = coalesce(o."cTribMun", '')
      AND coalesce(s."cNBS", '') = coalesce(o."cNBS", ''))
  WHERE n."dhAssinatura" IS NOT NULL;
