ALTER TABLE "tributacao" ADD COLUMN "ipi_frete" boolean DEFAULT true NOT NULL;
