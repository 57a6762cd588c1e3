ALTER TABLE "custom_field" ADD COLUMN "impresso" boolean DEFAULT false NOT NULL;
