ALTER TABLE "orcamento_mercadoria" ADD COLUMN "xMotivoBloqueio" text;
ALTER TABLE "venda_mercadoria" ADD COLUMN "xMotivoBloqueio" text;
