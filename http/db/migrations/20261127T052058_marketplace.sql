ALTER TABLE "venda" ADD COLUMN "canal" integer DEFAULT 0 NOT NULL;
ALTER TABLE "venda" ADD COLUMN "CNPJ_intermed" text;
ALTER TABLE "venda" ADD COLUMN "idCadIntTran" text;
ALTER TABLE "empresa" ADD COLUMN "CNPJ_intermed" text;
ALTER TABLE "empresa" ADD COLUMN "idCadIntTran" text;
