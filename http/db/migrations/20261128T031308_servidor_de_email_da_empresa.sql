ALTER TABLE "empresa" ADD COLUMN "smtp_url" text;
ALTER TABLE "empresa" ADD COLUMN "smtp_senha" text;
