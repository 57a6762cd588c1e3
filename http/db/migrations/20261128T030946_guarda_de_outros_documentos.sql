ALTER TABLE "guarda_fiscal" ADD COLUMN "qMdfe" integer DEFAULT 0 NOT NULL;
ALTER TABLE "guarda_fiscal" ADD COLUMN "qNfse" integer DEFAULT 0 NOT NULL;
ALTER TABLE "guarda_fiscal" ADD COLUMN "qGnre" integer DEFAULT 0 NOT NULL;
