ALTER TABLE "conciliacao_venda" ADD COLUMN "origem_id" integer;
ALTER TABLE "conciliacao_venda" ADD CONSTRAINT "conciliacao_venda_origem_id_fk" FOREIGN KEY ("origem_id") REFERENCES "public"."conciliacao"("id") ON DELETE set null ON UPDATE no action;
CREATE INDEX "conciliacao_venda_origem_id_ix" ON "conciliacao_venda" USING btree ("origem_id","id");
