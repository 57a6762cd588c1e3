ALTER TABLE "venda" ADD COLUMN "canal" integer DEFAULT 0 NOT NULL;
ALTER TABLE "venda" ADD COLUMN "CNPJ_intermed" text;
ALTER TABLE "venda" ADD COLUMN "idCadIntTran" text;
ALTER TABLE "empresa" ADD COLUMN "cancela_nfe_horas" integer;
ALTER TABLE "empresa" ADD COLUMN "cancela_nfce_minutos" integer;
ALTER TABLE "empresa" ADD COLUMN "CNPJ_intermed" text;
ALTER TABLE "empresa" ADD COLUMN "idCadIntTran" text;
