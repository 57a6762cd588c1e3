ALTER TABLE "entrada_leitura" ADD COLUMN "unitizador_id" integer;
ALTER TABLE "entrada_leitura" ADD COLUMN "grupo" text;
ALTER TABLE "entrada_leitura" ADD CONSTRAINT "entrada_leitura_unitizador_id_fk" FOREIGN KEY ("unitizador_id") REFERENCES "public"."unitizador"("id") ON DELETE set null ON UPDATE no action;
CREATE INDEX "entrada_leitura_unitizador_id_ix" ON "entrada_leitura" USING btree ("unitizador_id","id");
CREATE INDEX "entrada_leitura_empresa_id_grupo_ix" ON "entrada_leitura" USING btree ("empresa_id","grupo");
