ALTER TABLE "cliente_cashback" ADD COLUMN "pCashback" numeric(15, 2);
ALTER TABLE "cliente_cashback" ADD COLUMN "credito_id" integer;
ALTER TABLE "cliente_cashback" ADD COLUMN "dhCredito" timestamp(0) with time zone;
ALTER TABLE "cliente_cashback" ADD COLUMN "dhCancelamento" timestamp(0) with time zone;
ALTER TABLE "empresa" ADD COLUMN "pCashback" numeric(15, 2);
ALTER TABLE "empresa" ADD COLUMN "qDiasCashback" integer;
ALTER TABLE "empresa" ADD COLUMN "vMinCashback" numeric(15, 2);
ALTER TABLE "cliente_cashback" ADD CONSTRAINT "cliente_cashback_credito_id_fk" FOREIGN KEY ("credito_id") REFERENCES "public"."contas_receber"("id") ON DELETE restrict ON UPDATE no action;
CREATE INDEX "cliente_cashback_credito_id_ix" ON "cliente_cashback" USING btree ("credito_id","id");
