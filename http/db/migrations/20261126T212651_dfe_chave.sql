ALTER TABLE "dfe_cursor" ADD COLUMN "dhChave" timestamp(0) with time zone;
ALTER TABLE "dfe_cursor" ADD COLUMN "qChave" integer DEFAULT 0 NOT NULL;
