ALTER TABLE "ordem_producao_mercadoria_etapa" ADD COLUMN "nOrdemProducao" integer;
ALTER TABLE "ordem_producao_mercadoria_etapa" ADD COLUMN "xProd" text;
-- Steps that stand say their goods and their order too.
UPDATE "ordem_producao_mercadoria_etapa" e SET "nOrdemProducao" = g."ordem_producao_id", "xProd" = g."xProd" FROM "ordem_producao_mercadoria" g WHERE g."id" = e."ordem_producao_mercadoria_id";
