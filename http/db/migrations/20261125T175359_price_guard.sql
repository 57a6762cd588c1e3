ALTER TABLE "orcamento_mercadoria" ADD COLUMN "origemPreco" integer;
ALTER TABLE "orcamento_mercadoria" ADD COLUMN "xAvisoPreco" text;
ALTER TABLE "venda_mercadoria" ADD COLUMN "origemPreco" integer;
ALTER TABLE "venda_mercadoria" ADD COLUMN "xAvisoPreco" text;
ALTER TABLE "mercadoria" ADD COLUMN "vPrecoMinimo" numeric(15, 4) DEFAULT 0 NOT NULL;
