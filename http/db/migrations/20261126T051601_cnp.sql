ALTER TABLE "empresa" ADD COLUMN "gs1_url" text;
ALTER TABLE "empresa" ADD COLUMN "gs1_client_id" text;
ALTER TABLE "empresa" ADD COLUMN "gs1_client_secret" text;
ALTER TABLE "empresa" ADD COLUMN "gs1_usuario" text;
ALTER TABLE "empresa" ADD COLUMN "gs1_senha" text;
ALTER TABLE "empresa" ADD COLUMN "gs1_cad" text;
ALTER TABLE "empresa" ADD COLUMN "gs1_prefixo" text;
ALTER TABLE "mercadoria" ADD COLUMN "gpc" text;
