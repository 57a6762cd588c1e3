ALTER TABLE "mercadoria" ADD COLUMN "pTolerancia" numeric(15, 4) DEFAULT 0 NOT NULL;
