ALTER TABLE "mercadoria" ADD COLUMN "cClassTrib" text;
