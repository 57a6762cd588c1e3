DROP INDEX "mercadoria_insumo_mercadoria_id_mercadoria_insumo_id_uk";
ALTER TABLE "mercadoria_insumo" ADD COLUMN "dInicio" date;
ALTER TABLE "mercadoria_insumo" ADD COLUMN "dFim" date;
CREATE UNIQUE INDEX "mercadoria_insumo_mercadoria_id_mercadoria_insumo_id_dInicio_uk" ON "mercadoria_insumo" USING btree ("mercadoria_id","mercadoria_insumo_id","dInicio");
