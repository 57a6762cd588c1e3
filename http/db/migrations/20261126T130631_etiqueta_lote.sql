ALTER TABLE "entrada_mercadoria_etiqueta" ADD COLUMN "nLote" text;
ALTER TABLE "entrada_mercadoria_etiqueta" ADD COLUMN "dVal" date;
