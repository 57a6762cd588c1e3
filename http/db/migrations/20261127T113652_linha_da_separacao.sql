ALTER TABLE "separacao_mercadoria" DROP CONSTRAINT "separacao_mercadoria_mercadoria_armazenamento_id_fk";

DROP INDEX "separacao_mercadoria_mercadoria_armazenamento_id_ix";
ALTER TABLE "separacao_mercadoria" DROP COLUMN "mercadoria_armazenamento_id";
