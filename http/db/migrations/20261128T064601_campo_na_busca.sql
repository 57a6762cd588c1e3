ALTER TABLE "custom_field" ADD COLUMN "buscado" boolean DEFAULT false NOT NULL;
ALTER TABLE "custom_field" ADD COLUMN "dhBusca" timestamp(0) with time zone;
