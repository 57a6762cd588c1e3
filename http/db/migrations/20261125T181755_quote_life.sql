ALTER TABLE "orcamento" ADD COLUMN "dValidade" date;
ALTER TABLE "orcamento" ADD COLUMN "xContato" text;
ALTER TABLE "orcamento" ADD COLUMN "dhPerda" timestamp(0) with time zone;
ALTER TABLE "orcamento" ADD COLUMN "xMotivoPerda" text;
-- It names a date that was not there; its index goes with the column and comes again.
ALTER TABLE "orcamento" drop column "status";
ALTER TABLE "orcamento" ADD COLUMN "status" integer GENERATED ALWAYS AS (case when "dhCancelamento" is not null then 5 when "dhFaturamento" is not null then 4 when "dhFechamento" is not null then 2 when "dhPerda" is not null then 6 else 0 end) STORED NOT NULL;
CREATE INDEX "orcamento_empresa_id_status_id_ix" ON "orcamento" USING btree ("empresa_id","status","id");
