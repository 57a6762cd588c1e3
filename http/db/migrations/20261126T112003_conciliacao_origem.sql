ALTER TABLE "conciliacao_venda" ADD COLUMN "origem_id" integer;
ALTER TABLE "conciliacao_venda" ADD CONSTRAINT "conciliacao_venda_origem_id_fk" FOREIGN KEY ("origem_id") REFERENCES "public"."conciliacao"("id") ON DELETE set null ON UPDATE no action;
CREATE INDEX "conciliacao_venda_origem_id_ix" ON "conciliacao_venda" USING btree ("origem_id","id");
-- Until now a row told only which file said it last.
UPDATE "conciliacao_venda" SET "origem_id" = "conciliacao_id";
-- Reconciliations that ended before what they read stood apart from what somebody typed.
UPDATE "conciliacao_bancaria" SET "vSaldoLido" = "vSaldoBanco", "dSaldoLido" = "dSaldo" WHERE "dhFinalizacao" IS NOT NULL AND "vSaldoLido" IS NULL;
