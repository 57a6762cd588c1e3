ALTER TABLE "entrada" ALTER COLUMN "armazenamento_id" DROP NOT NULL;
