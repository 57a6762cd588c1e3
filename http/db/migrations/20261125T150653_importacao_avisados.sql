ALTER TABLE "importacao" ADD COLUMN "avisados" integer DEFAULT 0 NOT NULL;
