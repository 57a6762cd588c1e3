DROP INDEX "mercadoria_fornecedor_fornecedor_id_codigo_uk";
ALTER TABLE "mercadoria_fornecedor" ADD COLUMN "cEAN" text DEFAULT '' NOT NULL;
CREATE UNIQUE INDEX "mercadoria_fornecedor_fornecedor_id_codigo_cEAN_uk" ON "mercadoria_fornecedor" USING btree ("fornecedor_id","codigo","cEAN");
