DROP INDEX "mercadoria_inventario_item_busca_ix";
DROP INDEX "mercadoria_inventario_item_xProd_ordem_ix";
ALTER TABLE "mercadoria_inventario_item" DROP COLUMN "busca";
