// Finds claims by id, title and equation number, in the list that the page holds anyway.
(function () {
  "use strict";
  var index = window.layerproofIndex;
  var box = document.getElementById("q");
  var told = document.getElementById("told");
  var hits = document.getElementById("hits");
  var all = document.getElementById("all");
  var rows = all.querySelectorAll("li.claim");
  var MOST = 100;

  // "(3.13)" asks for the number 3.13, and "thesis" for a document; all else is words.
  function parsed(query) {
    var words = query.toLowerCase().replace(/position paper|richness paper/g, function (name) { return name.replace(" ", "-"); })
      .replace(/\bslides\b/g, "kunin-slides").split(/[\s,;]+/);
    words = words.map(function (word) { return word.replace(/^[("'“]+|[)"'”]+$/g, ""); }).filter(Boolean);
    var documents = ["thesis", "position-paper", "richness-paper", "kunin-slides"];
    return {
      documents: words.filter(function (word) { return documents.indexOf(word) >= 0; }),
      words: words.filter(function (word) { return documents.indexOf(word) < 0; }),
    };
  }

  function isNumber(word) { return /^(?:[a-i]\.)?\d+(?:\.\d+)*$/.test(word); }

  // How well one word fits a claim; 0 is not at all.
  function fit(word, id, title, labels, verdict) {
    if (labels.some(function (label) { return label.slice(label.indexOf(" ") + 1) === word; })) return 100;
    if (isNumber(word)) return 0;
    var name = id.slice(id.indexOf("/") + 1);
    if (id === word || name === word) return 90;
    if (name.indexOf(word) === 0) return 50;
    if (id.indexOf(word) >= 0) return 30;
    if ((" " + title).indexOf(" " + word) >= 0) return 25;
    if (title.indexOf(word) >= 0) return 12;
    if (verdict.toLowerCase() === word) return 8;
    return labels.some(function (label) { return label.indexOf(word) >= 0; }) ? 6 : 0;
  }

  function rank(asked, id, title, labels, verdict) {
    labels = labels.map(function (label) { return label.toLowerCase(); });
    if (asked.documents.length) {
      labels = labels.filter(function (label) { return asked.documents.indexOf(label.split(" ")[0]) >= 0; });
      if (!labels.length) return 0;
    }
    var total = asked.documents.length ? 1 : 0;
    for (var k = 0; k < asked.words.length; k++) {
      var score = fit(asked.words[k], id.toLowerCase(), title.toLowerCase(), labels, verdict);
      if (!score) return 0;
      total += score;
    }
    return total;
  }

  function search() {
    var asked = parsed(box.value);
    hits.textContent = "";
    hits.hidden = all.hidden = false;
    if (!asked.words.length && !asked.documents.length) {
      hits.hidden = true;
      told.textContent = "";
      return;
    }
    all.hidden = true;
    var found = [];
    index.claims.forEach(function (claim, k) {
      var score = rank(asked, claim[0], claim[1], claim[2], claim[3]);
      if (score) found.push([score, k, rows[k].cloneNode(true)]);
    });
    index.labels.forEach(function (label, k) {
      var score = rank(asked, "", label[3], [label[0]], "");
      if (!score) return;
      var item = document.createElement("li");
      var link = document.createElement("a");
      var why = document.createElement("span");
      link.href = label[2];
      link.textContent = label[1];
      why.textContent = "no claim: " + label[3];
      why.className = "where";
      item.appendChild(link);
      item.appendChild(why);
      found.push([score, index.claims.length + k, item]);
    });
    found.sort(function (a, b) { return b[0] - a[0] || a[1] - b[1]; });
    found.slice(0, MOST).forEach(function (hit) { hits.appendChild(hit[2]); });
    told.textContent = !found.length ? "Nothing is found for " + box.value.trim() + "." :
      found.length + " found" + (found.length > MOST ? "; the first " + MOST + " are shown." : ".");
  }

  var query = new URLSearchParams(window.location.search).get("q");
  if (query) box.value = query;
  box.addEventListener("input", search);
  box.form.addEventListener("submit", function (event) { event.preventDefault(); search(); });
  search();
})();
