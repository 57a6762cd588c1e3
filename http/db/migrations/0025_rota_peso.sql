ALTER TABLE "mercadoria" ADD COLUMN "pesoB" numeric(15, 4);
ALTER TABLE "rota_venda" ADD COLUMN "volumes" integer DEFAULT 1 NOT NULL;
ALTER TABLE "rota_venda" ADD COLUMN "peso" numeric(15, 3) DEFAULT 0 NOT NULL;
