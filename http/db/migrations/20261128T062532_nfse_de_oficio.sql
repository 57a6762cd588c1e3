ALTER TABLE "nfse" ADD COLUMN "dhOficio" timestamp(0) with time zone;
ALTER TABLE "nfse" ADD COLUMN "dhOficioConsulta" timestamp(0) with time zone;
