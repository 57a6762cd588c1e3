ALTER TABLE "planejamento_mercadoria" ADD COLUMN "xAntecipar" text;
