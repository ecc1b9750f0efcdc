// Shows what a reference points at, and copies what a button says.
(function () {
  "use strict";
  var page = document.documentElement;
  var root = new URL(page.dataset.root || "./", location.href).href;
  var known = {}, asked = {}, card = null, over = null, timer = 0;
  page.classList.add("scripted");

  window.layerproofPreviews = function (found) {
    Object.keys(found).forEach(function (key) { known[key] = found[key]; });
    if (over) show(over);
  };

  // Which preview a link has: its key, and the script that it is in.
  function target(link) {
    var given = link.getAttribute("href") || "";
    if (given.charAt(0) === "#" || link.href.indexOf(root) !== 0) return null;
    var path = link.href.slice(root.length).split("#");
    var claim = /^claims\/([^/]+)\/[^/]+\.html$/.exec(path[0]);
    if (claim) return { key: path[0], script: "previews/subjects/" + claim[1] + ".js" };
    var place = /^(?:sources\/([^/]+)\/[^/]+|coverage\/([^/]+))\.html$/.exec(path[0]);
    if (!place || !path[1] || path[1].indexOf("at-") !== 0) return null;
    var name = place[1] || place[2];
    return { key: name + "#" + decodeURIComponent(path[1]), script: "previews/sources/" + name + ".js" };
  }

  function hide() {
    clearTimeout(timer);
    over = null;
    if (card) card.hidden = true;
  }

  function show(link) {
    var wanted = target(link);
    if (!wanted) return;
    if (!(wanted.key in known)) {
      if (!asked[wanted.script]) {
        asked[wanted.script] = document.createElement("script");
        asked[wanted.script].src = root + wanted.script;
        document.head.appendChild(asked[wanted.script]);
      }
      return;
    }
    if (!card) {
      card = document.createElement("div");
      card.id = "preview";
      card.setAttribute("role", "tooltip");
      document.body.appendChild(card);
    }
    card.innerHTML = known[wanted.key];
    card.hidden = false;
    var at = link.getBoundingClientRect(), box = card.getBoundingClientRect();
    var below = at.bottom + 6 + box.height <= innerHeight || at.top < box.height;
    card.style.left = Math.max(8, Math.min(at.left, innerWidth - box.width - 8)) + "px";
    card.style.top = (below ? at.bottom + 6 : at.top - box.height - 6) + "px";
  }

  function pointed(event) {
    var link = event.target.closest && event.target.closest("a[href]");
    if (event.pointerType === "touch" || link === over) return;
    hide();
    if (!link || !target(link)) return;
    over = link;
    timer = setTimeout(function () { show(link); }, event.type === "focusin" ? 0 : 180);
  }

  document.addEventListener("pointerover", pointed);
  document.addEventListener("focusin", function (event) {
    if (event.target.matches && event.target.matches("a:focus-visible")) pointed(event);
  });
  document.addEventListener("focusout", hide);
  document.addEventListener("keydown", function (event) { if (event.key === "Escape") hide(); });
  addEventListener("scroll", hide, { passive: true });

  // A picture that is wider than the screen begins with its middle panel, of which the text beside it speaks.
  document.querySelectorAll(".card .picture").forEach(function (place) {
    place.scrollLeft = (place.scrollWidth - place.clientWidth) / 2;
  });

  function copied(button) {
    var said = button.textContent;
    button.textContent = "Copied";
    setTimeout(function () { button.textContent = said; }, 1200);
  }

  document.addEventListener("click", function (event) {
    var button = event.target.closest && event.target.closest("button[data-copy]");
    if (!button) return;
    var text = document.getElementById(button.dataset.copy).textContent;
    function byHand() {
      var area = document.createElement("textarea");
      area.value = text;
      document.body.appendChild(area);
      area.select();
      document.execCommand("copy");
      area.remove();
      copied(button);
    }
    if (navigator.clipboard) navigator.clipboard.writeText(text).then(function () { copied(button); }, byHand);
    else byHand();
  });
})();
