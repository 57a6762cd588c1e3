ALTER TABLE "roteirizacao" ADD COLUMN "extra" jsonb;
