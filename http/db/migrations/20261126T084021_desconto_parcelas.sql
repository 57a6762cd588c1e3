ALTER TABLE "entrada_duplicata" ADD COLUMN "vDupNota" numeric(15, 2);
