ALTER TABLE "importacao" ADD COLUMN "mantidos" integer DEFAULT 0 NOT NULL;

-- Why a record of a batch that was undone stayed as it is.
ALTER TABLE "importacao_registro" ADD COLUMN "impedimento" text;
