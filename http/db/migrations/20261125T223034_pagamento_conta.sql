ALTER TABLE "pagamento" ADD COLUMN "plano_conta_id" integer;
ALTER TABLE "pagamento" ADD CONSTRAINT "pagamento_plano_conta_id_fk" FOREIGN KEY ("plano_conta_id") REFERENCES "public"."plano_conta"("id") ON DELETE restrict ON UPDATE no action;
CREATE INDEX "pagamento_plano_conta_id_ix" ON "pagamento" USING btree ("plano_conta_id","id");
