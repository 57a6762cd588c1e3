ALTER TABLE "extrato_banco" ADD COLUMN "par_id" integer;
ALTER TABLE "conciliacao_bancaria" ADD COLUMN "dSaldoLido" date;
ALTER TABLE "conciliacao_bancaria" ADD COLUMN "vSaldoLido" numeric(15, 2);
ALTER TABLE "extrato_banco" ADD CONSTRAINT "extrato_banco_par_id_fk" FOREIGN KEY ("par_id") REFERENCES "public"."extrato_banco"("id") ON DELETE restrict ON UPDATE no action;
CREATE INDEX "extrato_banco_par_id_ix" ON "extrato_banco" USING btree ("par_id","id");
