ALTER TABLE "mercadoria_inventario_item" ADD COLUMN "decidida" boolean DEFAULT false NOT NULL;
