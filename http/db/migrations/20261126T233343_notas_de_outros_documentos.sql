ALTER TABLE "devolucao" ADD COLUMN "tipo_entrada_saida_id" integer;
ALTER TABLE "saida" ADD COLUMN "geraNFe" integer DEFAULT 0 NOT NULL;
ALTER TABLE "saida" ADD COLUMN "tipo_entrada_saida_id" integer;
ALTER TABLE "devolucao" ADD CONSTRAINT "devolucao_tipo_entrada_saida_id_fk" FOREIGN KEY ("tipo_entrada_saida_id") REFERENCES "public"."tipo_entrada_saida"("id") ON DELETE restrict ON UPDATE no action;
ALTER TABLE "saida" ADD CONSTRAINT "saida_tipo_entrada_saida_id_fk" FOREIGN KEY ("tipo_entrada_saida_id") REFERENCES "public"."tipo_entrada_saida"("id") ON DELETE restrict ON UPDATE no action;
CREATE INDEX "devolucao_tipo_entrada_saida_id_ix" ON "devolucao" USING btree ("tipo_entrada_saida_id","id");
CREATE INDEX "saida_tipo_entrada_saida_id_ix" ON "saida" USING btree ("tipo_entrada_saida_id","id");
