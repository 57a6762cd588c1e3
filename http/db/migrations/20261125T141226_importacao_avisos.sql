ALTER TABLE "importacao" ADD COLUMN "avisos" jsonb;
