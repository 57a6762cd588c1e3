ALTER TABLE "orcamento_revisao" ADD COLUMN "dhVista" timestamp(0) with time zone;
-- What was shown so far counts as seen: until now reading the page was.
UPDATE "orcamento_revisao" SET "dhVista" = "criado_em";
