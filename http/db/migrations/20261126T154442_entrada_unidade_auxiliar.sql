ALTER TABLE "entrada_mercadoria" ADD COLUMN "unidade_auxiliar_id" integer;
ALTER TABLE "entrada_mercadoria" ADD COLUMN "qAuxiliar" numeric(15, 4);
ALTER TABLE "entrada_mercadoria" ADD CONSTRAINT "entrada_mercadoria_unidade_auxiliar_id_fk" FOREIGN KEY ("unidade_auxiliar_id") REFERENCES "public"."unidade_auxiliar"("id") ON DELETE set null ON UPDATE no action;
CREATE INDEX "entrada_mercadoria_unidade_auxiliar_id_ix" ON "entrada_mercadoria" USING btree ("unidade_auxiliar_id","id");
