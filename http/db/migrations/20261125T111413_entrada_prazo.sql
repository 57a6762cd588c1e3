ALTER TABLE "entrada_duplicata" ADD COLUMN "prazo" integer;
