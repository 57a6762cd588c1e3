ALTER TABLE "empresa" ADD COLUMN "pix_chave" text;
ALTER TABLE "venda_duplicata" ADD COLUMN "vRecebido" numeric(15, 2) DEFAULT 0 NOT NULL;
