ALTER TABLE "empresa" ADD COLUMN "cancela_nfe_horas" integer;
ALTER TABLE "empresa" ADD COLUMN "cancela_nfce_minutos" integer;
