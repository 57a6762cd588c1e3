ALTER TABLE "mercadoria_fornecedor" ALTER COLUMN "fatorConversao" SET DATA TYPE numeric(20, 10);
ALTER TABLE "mercadoria_fornecedor" ALTER COLUMN "fatorConversao" SET DEFAULT 1;
ALTER TABLE "entrada_mercadoria" ALTER COLUMN "fatorConversao" SET DATA TYPE numeric(20, 10);
ALTER TABLE "entrada_mercadoria" ALTER COLUMN "fatorConversao" SET DEFAULT 1;
